"""To and from the spellings of pycgt and of CGSuite.

>>> import grundy
>>> grundy.convert.to_cgsuite(grundy.position("kayles 5"))
'game.heap.Kayles(5)'
"""

from grundy._convert import from_cgsuite, from_pycgt, nimber_text, read_nimber, to_cgsuite, to_pycgt

__all__ = ["from_cgsuite", "from_pycgt", "nimber_text", "read_nimber", "to_cgsuite", "to_pycgt"]

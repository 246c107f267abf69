# The program published with the solution of "Bubbly" (MIT Mystery Hunt 2019, Setec Astronomy), with the
# indentation restored. Only the end differs: forests come from standard input, one a line.
import sys


def parensplit(s):
    l = []
    start = 0
    level = 0
    for i, c in enumerate(s):
        if c == '(':
            level += 1
        else:
            level -= 1
        if level == 0:
            l.append(s[start:i + 1])
            start = i + 1
    return l


def canonicalize(s):
    if len(s) == 0:
        return ''
    l = parensplit(s)
    if len(l) == 1:
        return '(' + canonicalize(s[1:-1]) + ')'
    return ''.join(sorted(l))


nimtab = dict()


def popbubble(s, p):
    ss = ''
    level = 0
    minlevel = 0
    for i in range(p - 1, -1, -1):
        if s[i] == '(':
            level -= 1
            if level < minlevel:
                minlevel = level
            else:
                ss = '(' + ss
        else:
            level += 1
            ss = ')' + ss
    level = 0
    minlevel = 0
    for i in range(p + 1, len(s)):
        if s[i] == ')':
            level -= 1
            if level < minlevel:
                minlevel = level
            else:
                ss += ')'
        else:
            level += 1
            ss += '('
    return ss


def nimber(s):
    if s == '':
        return 0
    s = canonicalize(s)
    if s in nimtab:
        return nimtab[s]
    l = parensplit(s)
    if len(l) > 1:
        n = 0
        for ss in l:
            n ^= nimber(ss)
    else:
        numset = set()
        for i, c in enumerate(s):
            if c == '(':
                numset.add(nimber(popbubble(s, i)))
        n = 0
        while n in numset:
            n += 1
    nimtab[s] = n
    return n


def winningmoves(s):
    parens = ''
    labels = ''
    for c in s:
        if c == '(' or c == ')':
            parens += c
        else:
            labels += c
    pcount = 0
    winners = ''
    for i, c in enumerate(parens):
        if c == '(':
            if nimber(popbubble(parens, i)) == 0:
                winners += labels[pcount]
            pcount += 1
    return winners


for line in sys.stdin:
    print('winning moves: {}'.format(winningmoves(line.strip())))

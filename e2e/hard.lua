-- Positions that take a search far beyond any limit, each another one. Those that find the queue full
-- are told to come back, which is no error here.
local heap = 70

function request()
  heap = heap + 1
  if heap % 2 == 0 then
    return wrk.format("GET", "/analyse?position=boxing-match+" .. 6 + heap % 7 .. "x" .. 12 + heap % 50)
  end
  return wrk.format("GET", "/analyse?position=grundys-game+" .. 60 + heap % 40 .. "+71+" .. heap .. "&convention=misere")
end

-- Analysis pages of small positions of many games, in turn; now and then another page.
local positions = {
  "nim+3+5+7", "nim+1+3+5+7", "nim+10+20+30", "bubbly+(A(B)(C))(D)", "bubbly+(E(G))+%2B+nim+4+%2B+*3",
  "bubbly+(I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))", "kayles+5+8", "dawsons-kayles+20", "*3",
  "treblecross+..X....X.......", "grundys-game+9+10", "0.137+12+5", "officers+7+10", "subtraction+set=1,2,5+10+8",
}
local others = { "/", "/learn/nim", "/play?position=nim+1+3+5+7", "/sequences?code=0.07&terms=100" }
-- With FRESH set, small heaps beside them make every position a new one for a long time.
local fresh = os.getenv("FRESH") ~= nil
local count = 0
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function request()
  count = count + 1
  if fresh then
    local heaps = number .. "+" .. count % 13 .. "+" .. math.floor(count / 13) % 17 .. "+%2B+*" .. math.floor(count / 221) % 12
    local place = positions[count % #positions + 1] .. "+%2B+nim+" .. heaps
    return wrk.format("GET", "/analyse?position=" .. place)
  end
  if count % 12 == 0 then
    return wrk.format("GET", others[count / 12 % #others + 1])
  end
  local winning = count % 2 == 0 and "&winning=1" or ""
  return wrk.format("GET", "/analyse?position=" .. positions[count % #positions + 1] .. winning)
end

function done(summary, latency)
  local errors = summary.errors
  print("errors: " .. errors.connect + errors.read + errors.write + errors.status + errors.timeout)
  print("median: " .. latency:percentile(50) / 1000)
  print("slowest: " .. latency.max / 1000)
end

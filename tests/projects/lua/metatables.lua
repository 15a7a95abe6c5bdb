-- Metamethods of every kind, inheritance, proxies and protection.
local V = {}
V.__index = V
V.__name = "Vector"
local function new(x, y) return setmetatable({x = x, y = y}, V) end
for name, f in pairs {
  add = function (a, b) return a + b end, sub = function (a, b) return a - b end, mul = function (a, b) return a * b end,
  div = function (a, b) return a / b end, mod = function (a, b) return a % b end, pow = function (a, b) return a ^ b end,
  idiv = function (a, b) return a // b end, band = function (a, b) return a & b end, bor = function (a, b) return a | b end,
  bxor = function (a, b) return a ~ b end, shl = function (a, b) return a << b end, shr = function (a, b) return a >> b end,
} do
  V["__" .. name] = function (a, b)
    a = type(a) == "number" and new(a, a) or a
    b = type(b) == "number" and new(b, b) or b
    return new(f(a.x, b.x), f(a.y, b.y))
  end
end
V.__unm = function (a) return new(-a.x, -a.y) end
V.__bnot = function (a) return new(~a.x, ~a.y) end
V.__eq = function (a, b) return a.x == b.x and a.y == b.y end
V.__lt = function (a, b) return a.x < b.x end
V.__le = function (a, b) return a.x <= b.x end
V.__len = function (a) return 2 end
V.__call = function (a, k, ...) return a[k], ... end
V.__concat = function (a, b) return tostring(a) .. "~" .. tostring(b) end
V.__tostring = function (a) return "(" .. a.x .. ", " .. a.y .. ")" end
function V:length2() return self.x * self.x + self.y * self.y end

local a, b = new(7, 12), new(2, 5)
print(tostring(a + b), tostring(a - b), tostring(a * 2), tostring(3 * b), tostring(a / b), tostring(a % b), tostring(a ^ b))
print(tostring(a // b), tostring(a & b), tostring(a | b), tostring(a ~ b), tostring(a << 1), tostring(a >> 1), tostring(-a), tostring(~a))
print(tostring(1 + a), tostring(1 << b), tostring(100 - a), tostring(1.0 * a), tostring(a + 3), tostring(a & 4), tostring(4 | a))
print(a == b, a == new(7, 12), a ~= b, a < b, a <= b, a > b, a >= b, #a, a("x"), a("y", 1, 2), a .. b, a .. "s", "s" .. a)
print(a:length2(), a.missing, rawget(a, "length2"), rawequal(a, new(7, 12)))
print(pcall(function () return a < 1 end), pcall(function () return {} < {} end), pcall(function () return {} .. "x" end))
print(pcall(function () return {} + 1 end), pcall(function () return #nil end), pcall(function () return -{} end), pcall(function () local f = {} f() end))

local log = {}
local proxy = setmetatable({}, {
  __index = function (_, k) log[#log + 1] = "get " .. k; return k .. "!" end,
  __newindex = function (t, k, v) log[#log + 1] = "set " .. k; rawset(t, k, v) end,
  __pairs = function (t) return function (_, k) if not k then return 1, "one" end end, t, nil end,
  __metatable = "locked",
})
print(proxy.a, proxy.b) proxy.c = 5 proxy.c = 6 print(proxy.c, table.concat(log, ", "))
print(getmetatable(proxy), pcall(setmetatable, proxy, {}), pcall(setmetatable, 1, {}), pcall(setmetatable, {}, 1))
for k, v in pairs(proxy) do print(k, v) end

local base = {greet = function () return "hello" end}
local middle = setmetatable({}, {__index = base, __newindex = base})
local object = setmetatable({}, {__index = middle, __newindex = middle})
object.name = "stored far away" print(object.greet(), rawget(object, "name"), rawget(middle, "name"), base.name)
local loop = {} setmetatable(loop, {__index = loop}) print(pcall(function () return loop.x end))
local loop2 = {} setmetatable(loop2, {__newindex = loop2}) print(pcall(function () loop2.x = 1 end))
print(getmetatable("").__index == string, ("x").len, pcall(function () return ("x").y.z end), pcall(function () local s = "x"; s.y = 1 end))
print(tostring(setmetatable({}, {__name = "Named"})):match("^Named: ") ~= nil, pcall(tostring))
local default = setmetatable({}, {__index = function () return 0 end})
for w in ("a b a c a"):gmatch("%a") do default[w] = default[w] + 1 end print(default.a, default.b, default.z)
local gcs = 0
for _ = 1, 50 do setmetatable({}, {__gc = function () gcs = gcs + 1 end}) end
collectgarbage() collectgarbage() print(gcs)
debug.setmetatable(10, {__index = {half = function (n) return n / 2 end}, __call = function (n, m) return n + m end})
print((10):half(), (3)(4)) debug.setmetatable(10, nil)
debug.setmetatable(nil, {__index = function () return "of nil" end}) print((nil).anything) debug.setmetatable(nil, nil)

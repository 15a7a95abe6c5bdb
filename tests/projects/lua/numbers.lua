-- Integers, floats, conversions, bit operations, the math library, comparisons of mixed types.
print(7 // 2, -7 // 2, 7 // -2, 7.0 // 2, -7 % 3, 7 % -3, -7.5 % 2, 5.5 // 1, 1e308 * 10 // 1, 5 % math.huge, -5 % math.huge)
print(3 / 2, 4 / 2, 2^10, 2^0.5, 2^-1, (-8)^(1/3) ~= (-8)^(1/3), 10 / 0, -10 / 0, 0/0 ~= 0/0, 1 // 0.0, 1 % 0.0 ~= 1 % 0.0)
print(math.maxinteger + 1 == math.mininteger, math.mininteger // -1, math.mininteger % -1, math.maxinteger * 2, -math.mininteger)
print(1 == 1.0, "1" == 1, math.maxinteger + 0.0 == math.maxinteger, math.maxinteger < math.maxinteger + 0.0, 2^53 == 2^53 + 1)
print(1 < 1.5, 2 > 1.5, -1 < -0.5, math.mininteger <= -2^63, math.maxinteger >= 2^63, 1 < math.huge, 1 > -math.huge, 1 < 0/0, 1 >= 0/0, 1.5 < 1, 1.5 <= 2, 2^70 > 1)
print(5 & 3, 5 | 3, 5 ~ 3, ~5, 1 << 62, 1 << 63, 1 << 64, 1 << -1, -1 >> 1, -1 >> 63, 3.0 | 0, pcall(function () return "0xff" & 15 end), 1 >> 100, 8 >> -2)
print(math.floor(3.7), math.floor(-3.7), math.ceil(3.2), math.ceil(-3.2), math.floor(5), math.floor(1e300) == 1e300, math.abs(-4), math.abs(-4.5), math.abs(math.mininteger))
print(math.max(1, 5, 3), math.min(2.5, 1), pcall(math.max), math.sqrt(16), math.pi, math.exp(0), math.log(8, 2), math.log(100, 10), math.log(1), math.log(27, 3))
print(math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -1), pcall(math.fmod, 1, 0), math.fmod(7.5, 2), math.modf(3.7), math.modf(-3.7), math.modf(math.huge), math.modf(5))
print(math.sin(0), math.cos(0), math.tan(0), math.asin(1), math.acos(1), math.atan(1), math.atan(1, -1), math.deg(math.pi), math.rad(180))
print(math.tointeger(3.0), math.tointeger(3.5), math.tointeger("8"), math.tointeger({}), math.type(1), math.type(1.0), math.type("1"), pcall(math.type), math.ult(1, -1), math.ult(-1, 1))
math.randomseed(42) local first = math.random(1, 100) math.randomseed(42) print(first == math.random(1, 100), math.random() < 1, math.random(5) <= 5, pcall(math.random, 2, 1), pcall(math.random, 1, 2, 3))
for _ = 1, 50 do local r = math.random(-3, 3) assert(r >= -3 and r <= 3) local q = math.random(math.mininteger, math.maxinteger) assert(math.type(q) == "integer") end
print(math.type(math.random(0)), pcall(math.random, 0.5), pcall(math.randomseed, 1, 2))
print(0x10, 0xA.8p0, 0x.1p4, 0xffffffffffffffff, 1e2, .5, 3., 0x1p-2, 1E+2, 9007199254740993, 18446744073709551616, 0xfffffffffffffffff)
print(1e15, 123456789012345, 1e14 + 0.5, 0.1, 1/3, 100000000000000, 1e-7, -0.0, 5 // 0.3, 2^31, 2^63, -(2^63))
print(string.format("%.14g", 0.1 + 0.2), 0.1 + 0.2 == 0.3, 3 | 0 == 3, (2^53 | 0), pcall(function () return 2^64 | 0 end), pcall(function () return 1.5 & 1 end))
print(tostring(3) == "3", tostring(3.0) == "3.0", 10 // 3 * 3 + 10 % 3, (-10) // 3 * 3 + (-10) % 3, 7 // 0.5, 2^2^3, -2^2, not nil == true, 1 .. 2 == "12")
local a, b, c = 0xF0F0, 0x0FF0, 3
print(a & b | c ~ a << 2 >> 1, a + b * c - a // c % 7 ^ 2, a > b and b or c, a < b and b or c, nil and 1, false or nil, nil == false, 1 and 2, not 0)
local x = 1 x = x + 1 x = x - 0.5 x = x * 2 x = x / 3 x = x // 1 x = x % 5 x = x ^ 2 x = -x print(x, a - 1, a + 1.5, 2 * a, 100 - a, a / 2, 5 // c, c % 2, a & 1, 1 | a, 7 ~ a, a << c, a >> 1, 2 >> c, 2 << c, ~a)
local function collatz(n) local k = 0 while n ~= 1 do if n % 2 == 0 then n = n // 2 else n = 3 * n + 1 end k = k + 1 end return k end
print(collatz(27), collatz(97), collatz(1))
local primes = {} for n = 2, 100 do local prime = true for _, p in ipairs(primes) do if p * p > n then break end if n % p == 0 then prime = false break end end if prime then primes[#primes + 1] = n end end print(#primes, primes[#primes])
if x == nil or a == 1 then print("no") elseif x ~= -4.0 and a > 5 and not (b < 3) then print("yes") else print("else") end
if a >= 5 and 5 >= a then print("no") elseif a <= 5 or 5 <= a then print("between") end
print(a == 5, a == "x", a == nil, a == true, 5 < a, 5.5 < a, a < 1e10, a == 61680, 61680.0 == a, x == -0.0, a ~= 2.5)

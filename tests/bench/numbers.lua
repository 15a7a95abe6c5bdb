-- Arithmetic, tables and calls: a program for tests/bench/compare.py, which says how much is done, in hundredths. It
-- prints sums and uses no random numbers.

local size = tonumber(arg[1]) / 100

local function sieve(n)
    local composite, count = {}, 0
    for i = 2, n do
        if not composite[i] then
            count = count + 1
            for j = i * i, n, i do composite[j] = true end
        end
    end
    return count
end

local function fib(n)
    if n < 2 then return n end
    return fib(n - 1) + fib(n - 2)
end

local function mandelbrot(size)
    local inside = 0
    for y = 0, size - 1 do
        for x = 0, size - 1 do
            local cr, ci, r, i, steps = 2 * x / size - 1.5, 2 * y / size - 1, 0, 0, 0
            while steps < 50 and r * r + i * i < 4 do
                r, i, steps = r * r - i * i + cr, 2 * r * i + ci, steps + 1
            end
            if steps == 50 then inside = inside + 1 end
        end
    end
    return inside
end

local Point = {}
Point.__index = Point
Point.__add = function (a, b) return setmetatable({x = a.x + b.x, y = a.y + b.y}, Point) end

local function points(n)
    local sum = setmetatable({x = 0, y = 0}, Point)
    for i = 1, n do sum = sum + setmetatable({x = i, y = i % 7}, Point) end
    return sum.x, sum.y
end

print(sieve(1200000 * size // 1), fib(29 + math.floor(math.log(size, 1.6))), mandelbrot(300 * size ^ 0.5 // 1),
    points(500000 * size // 1))

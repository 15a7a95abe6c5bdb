-- load, dump, binary chunks, environments, require and packages.
print(load("return 1 + 1")(), load("x =")) print(load("return ...", "named", "t", {})(5)) print(load("error('here')", "=name"))
print(pcall(load("error('here')", "=name"))) print(pcall(load("error('here')", "@file.lua"))) print(pcall(load("error('here')\n\n", "source text"))) print(pcall(load("error('h')", ("long "):rep(40))))
local pieces, at = {"return ", "1", " + ", "41", nil}, 0
print(load(function () at = at + 1 return pieces[at] end)()) print(load(function () return {} end))
local function adder(a, ...) local t = {a, ...} for i = 1, #t do a = a + i end local s = "const" return a, s, 1.5, 1 << 40, nil, true, false, function () return a end end
local binary = string.dump(adder) print(select(2, load(binary, "b", "b")(1, 2, 3))) print(load(binary, "b", "t")) print(load("return 1", "t", "b"))
local stripped = string.dump(adder, true) print(#stripped < #binary, (load(stripped)(1))) print(pcall(load(string.dump(function () local x; x.y.z = 1 end, true))))
for cut = 1, #binary - 1, 7 do local f = load(binary:sub(1, cut), "cut", "b") assert(f == nil) end
for _, at in ipairs {5, 6, 7, 13, 14, 15, 16, 20, 28} do print(at, load(binary:sub(1, at - 1) .. "\0" .. binary:sub(at + 1), "=broken", "b")) end
local env = {print = print} local f = load("x = 5; print(x); return _ENV", "e", "t", env) print(f() == env, env.x, x)
do local _ENV = {print = print, y = 3} print(y) z = 4 print(_ENV.z) end print(z)
local function with(_ENV) return a + b end print(with {a = 1, b = 2})
print(pcall(load("return undefined.field"))) print(load("goto nowhere")) print(load("break")) print(load("::a:: ::a::")) print(load("local x <const> = 1; x = 2")) print(load("local x <strange> = 1"))
print(load("for i = 1 do end")) print(load("return 'unfinished")) print(load("return [[unfinished")) print(load("--[[ unfinished")) print(load("x = 1e")) print(load("return '\\q'")) print(load("return '\\300'")) print(load("return '\\u{110000000}'")) print(load("return '\\xZZ'"))
print(load("return 'a\nb'")) print(load("f(")) print(load("a.b:c = 1")) print(load("local function end")) print(load("return return")) print(load("x = }")) print(load("if x then else elseif end")) print(load("local a <close>, b <close> = 1, 2")) print(load("@")) print(load("x = ~")) print(load("return ...")) print(load("function f() return ... end"))
print(load("do goto l end; local a; ::l:: print(a)")) print(load("goto l; local a; ::l:: print(a)")) print(load("repeat goto c; local x; ::c:: until x")) print(load("a, b = 1, 2, 3; a.b, c[1] = 1")) print(load("(a) = 1")) print(load("f() = 1")) print(load("3 = x")) print(load("local 3"))
print(load("x = " .. ("("):rep(300) .. "1" .. (")"):rep(300))) print(load(("do "):rep(300) .. ("end "):rep(300))) print(load("local " .. ("a,"):rep(250) .. "a")) print(load("return " .. ("{"):rep(250) .. ("}"):rep(250)))
local many = {} for i = 1, 300 do many[i] = "local function f" .. i .. "() return " .. i .. " end" if i % 100 == 0 then many[i] = many[i] .. " do end" end end print(load(table.concat(many, "\n")))
local constants = {} for i = 1, 400 do constants[i] = "x = '" .. i .. "'; t[" .. i .. "] = " .. i .. ".5; y = " .. i * 100000 end local h = load("t = {} " .. table.concat(constants, " ") .. " return x, t[400], y", "c", "t", {}) print(h())
local jumps = {} for i = 1, 3000 do jumps[i] = "if a then a = a + 1 end" end print(load("local a = 1 while true do " .. table.concat(jumps, " ") .. " break end return a")())
print(load("return " .. ("1 + "):rep(100) .. "a", "s", "t", {a = 1})(), load("return " .. ("'a' .. "):rep(100) .. "'b'")():len(), load("#!shebang\nreturn 3"), load("\27Lua"))
print(package.path ~= nil, package.loaded.string == string, pcall(require, "surely.not.there")) package.preload.mine = function (name, extra) return {name = name, extra = extra} end print(require("mine").name, require("mine") == require("mine"), select(2, require("mine")))
print(package.searchpath("x", "./?.none;./?.also")) print(package.config:sub(1, 1), #package.searchers) print(pcall(package.loadlib, "no-such-lib.so", "f")) print(pcall(dofile, "no-such-file")) print(loadfile("no-such-file"))
local name = os.tmpname() local file = io.open(name, "w") file:write("#!first line\nlocal a = ... return a, 'from file'") file:close() print(loadfile(name)(8)) print(dofile(name)) file = io.open(name, "wb") file:write("\xEF\xBB\xBFreturn 'with mark'") file:close() print(dofile(name)) file = io.open(name, "wb") file:write(string.dump(function () return "binary" end)) file:close() print(dofile(name)) print(loadfile(name, "t") == nil) os.remove(name)
print(_VERSION, _G._G == _G, type(_ENV), collectgarbage("count") > 0)

-- The string library: formats, patterns, substitution, packing, comparison and conversion.
print(("%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%c|%i"):format(42, 42, 42, 42, 42, 255, 255, 255, 8, 65, -3))
print(("%f|%.3f|%10.2f|%-10.1f|%e|%E|%g|%G|%a"):format(1.5, 1/3, 2.25, 2.25, 12345.678, 0.001, 1e20, 1e-5, 1.0))
print(("%s|%10s|%-10s|%.2s|%%|%q"):format("abc", "abc", "abc", "abc", 'quote " and \n new\0line\r\200'))
print(("%q %q %q %q %q"):format(1, 1.5, math.mininteger, 1/0, -1/0), ("%q"):format(0/0))
print(pcall(string.format, "%d", 1.5), pcall(string.format, "%y", 1), pcall(string.format, "%d"))
print(pcall(string.format, "%q", {}), pcall(string.format, "%0123d", 1), pcall(string.format, "%", 1))
print(("%s %s"):format(nil, setmetatable({}, {__tostring = function () return "named" end})))
print(pcall(string.format, "%s", setmetatable({}, {__tostring = function () return 1 end})))
print(pcall(string.format, "%.3s", "a\0b"), pcall(string.format, "%10s", "a\0b"))

print(("hello world"):find("o w"), ("hello"):find("l+"), ("a.b"):find(".", 1, true), ("abc"):find("", 10))
print(("key = value"):match("^(%w+)%s*=%s*(%w+)$"), ("2024-05-06"):match("(%d+)-(%d+)-(%d+)"))
print(("f(a(b)c)d"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"), ("abc"):match("()b()"))
print(("hello hello"):match("(h%a+) %1"), ("THE END"):match("%f[%a]%a+", 2), ("[]]"):match("[]]+"))
print(("x^y-z"):match("[%^%-]"), ("abc123"):match("[^%d]+"), ("0x1F"):match("%x+", 3), ("\t a"):match("^%s-%a"))
print(("aaa"):match("a-b"), ("aaab"):match("a-b"), ("ab"):match("a?b?c?"), ("[a-z]"):match("[a%-z]+"))
print(("a,b,,c"):gsub(",", ";"), ("hello"):gsub("l", {l = "L"}), ("abc"):gsub("%w", "%0%0"), ("abc"):gsub("", "-"))
print(("hello world"):gsub("o", "0", 1), ("abc"):gsub("b", function () return false end), ("x y"):gsub("(%a) (%a)", "%2 %1"))
print(("$name is $age"):gsub("%$(%w+)", {name = "Ann", age = 5}), ("abc"):gsub(".", {a = 1, b = true and "B"}))
for _, p in ipairs {"(", ")", "%", "[a", "[^", "%b", "%f", "(()", "%1", "a(", "[%"} do print(p, pcall(string.find, "text", p)) end
print(pcall(string.gsub, "a", "a", "%2"), pcall(string.gsub, "a", "a", {a = {}}), pcall(string.gsub, "a", "a", "%x"))
print(pcall(string.rep, "x", -1), ("ab"):rep(3, "-"), pcall(string.rep, "x", 1 << 40, ("y"):rep(100)))
print(pcall(string.match, ("a"):rep(300), ("(a)"):rep(40)))
print(pcall(string.match, ("a"):rep(250000), ("a?"):rep(250000)))
for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do io.write(k, v, ";") end
for w in ("one two"):gmatch("%a+") do io.write(w, ";") end
for p in ("abc"):gmatch("()", 2) do io.write(p, ";") end
print()

print(("abc"):byte(1, -1), ("abc"):byte(10), string.char(72, 105), string.char(), pcall(string.char, 256))
print(("abc"):sub(2), ("abc"):sub(-2, -2), ("abc"):sub(0), ("abc"):sub(3, 2), ("abc"):sub(math.mininteger, math.maxinteger))
print(("AbC"):lower(), ("AbC"):upper(), ("abc"):reverse(), ("abc"):len(), #"a\0b", ("x"):rep(0))
print("a" < "b", "a" < "a\0", "a\0b" < "a\0c", "" < "a", "Z" < "a", "10" < "9", "a" <= "a", not ("b" < "a"))
print("10" + 5, "0x10" * 2, "3" // 1, " 7 " + 0, 10 .. 20, pcall(function () return "a" + 1 end))
print("2" ^ "3", -"4", "10" % "4", "7" / 2, pcall(function () return "a" | 1 end), pcall(function () return "3" | 4 end), pcall(function () return "1.5" | 1 end))
print(tostring(1e15), tostring(1e16), tostring(-0.0), tostring(2^53), 1e100, 0x7fffffffffffffff, 3.0, 1e300 * 1e10)
print(tonumber("  12  "), tonumber("1e2"), tonumber("0x1p4"), tonumber("1e"), tonumber("zz", 36), tonumber("8", 8), tonumber(""))
print(tonumber("0x"), tonumber("1 2"), tonumber("1_000"), tonumber("inf"), tonumber("nan"), tonumber("9" .. ("0"):rep(30)))
print(pcall(tonumber, "1", 99), pcall(tonumber, 12, 10), pcall(tonumber), tonumber("-ff", 16), tonumber("7fffffffffffffff", 16))

local packed = string.pack("<i4 >I2 z s1 d j !8 Xi8 b", -5, 513, "text", "counted", 1.5, 99, -1)
print(#packed, string.unpack("<i4 >I2 z s1 d j !8 Xi8 b", packed))
print(string.packsize("i4 i8 !8 d"), pcall(string.packsize, "s"), pcall(string.pack, "i17", 1), pcall(string.pack, "i1", 200))
print(pcall(string.unpack, "i4", "abc"), pcall(string.pack, "z", "a\0b"), pcall(string.pack, "Xz"), pcall(string.pack, "q", 1))
print(string.unpack("<f", string.pack("<f", 0.5)), string.unpack("=I3", string.pack("=I3", 70000)), string.pack(">I16", 3):byte(16))
print(string.unpack("<i16", string.pack("<i16", -3)), pcall(string.unpack, "<i16", ("\255"):rep(8) .. ("\1"):rep(8)))
print("a\z
       b", '\65\066\x43\u{48}\u{20AC}', [[long
bracket]], [==[with ]] inside]==], "tab\tnew\\n")
print(#string.dump(function () return 1 end) > 10, pcall(string.dump, print))

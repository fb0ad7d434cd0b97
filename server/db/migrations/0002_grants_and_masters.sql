GRANT USAGE ON SCHEMA public TO kenshin_app;
--> statement-breakpoint
GRANT SELECT ON organizations, memberships, categories, units TO kenshin_app;
--> statement-breakpoint
GRANT SELECT (id, username, email, created_at, updated_at) ON users TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, UPDATE ON sessions TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON devices, groups, inspections, meters, readings TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON pictures, reading_changes TO kenshin_app;
--> statement-breakpoint
INSERT INTO categories (id, name, type) OVERRIDING SYSTEM VALUE VALUES
  (1, '円形アナログ', 0),
  (2, '角形アナログ', 1),
  (3, 'セグメント', 2),
  (4, 'カウンター', 3),
  (5, 'レベル', 5),
  (6, 'スケール', 6),
  (7, '特殊', 4),
  (8, 'その他', 99),
  (9, 'ドット', 7);
--> statement-breakpoint
SELECT setval(pg_get_serial_sequence('categories', 'id'), 9);
--> statement-breakpoint
INSERT INTO units (name) VALUES
  ('MPa'), ('kPa'), ('Pa'), ('hPa'), ('bar'), ('kgf/cm²'),
  ('℃'), ('K'), ('%'), ('%RH'),
  ('V'), ('kV'), ('A'), ('mA'), ('W'), ('kW'), ('kWh'), ('MWh'), ('var'), ('kvar'), ('kvarh'), ('Hz'), ('cosφ'),
  ('L'), ('m³'), ('Nm³'), ('L/min'), ('L/h'), ('m³/h'), ('m/s'),
  ('mm'), ('cm'), ('m'), ('kg'), ('t'), ('rpm'), ('N'), ('kN'),
  ('ppm'), ('mg/L'), ('pH'), ('µS/cm'), ('dB'), ('h'), ('回'), ('個');

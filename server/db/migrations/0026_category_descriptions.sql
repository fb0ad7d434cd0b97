-- A category needs a description in its form; the first ones had none. What somebody has written stays.
UPDATE categories SET description = seeded.description
FROM (VALUES
  (1, '円形の目盛りを針が指すメーター'),
  (2, '角形の目盛りを針が指すメーター'),
  (3, '7セグメントの数字を表示するメーター'),
  (4, '数字の輪が回るメーター'),
  (5, '液面の高さを目盛りで読むメーター'),
  (6, '直線の目盛りを指標が動くメーター'),
  (7, 'ほかの種別に当てはまらない形のメーター'),
  (8, '値を人が入力するメーター'),
  (9, '点の集まりで数字を表示するメーター')
) AS seeded (id, description)
WHERE categories.id = seeded.id AND categories.description = '';

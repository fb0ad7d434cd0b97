-- What the search over everything reads: `searchText` of name and details. Not in the schema, so that lists do not read it.
-- Where `searchText` changes, both columns are made again.
ALTER TABLE "meters" ADD COLUMN "search_text" text GENERATED ALWAYS AS (
  lower(translate(normalize(regexp_replace("name" || E'\n' || coalesce("code", '') || E'\n' || "place_note",
    '[\u00ad\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]', '', 'g'), NFKC),
    '‐‑‒–—―⁃−─━ー·•‧∙⋅〜∼ヵケヶςΣİ髙﨑嵜濱濵邊邉齋斉齊嶋嶌澤廣國德瀨眞櫻淵渊龍冨瀧𠮷圡萬舘桒栁榮實學縣區驛發變壓鹽氣溫橫黑淸曾應檜條壽籠鷗總關鐵惠豐藏ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ',
    '-----------・・・・・~~カカカσσi高崎崎浜浜辺辺斎斎斎島島沢広国徳瀬真桜渕渕竜富滝吉土万館桑柳栄実学県区駅発変圧塩気温横黒清曽応桧条寿篭鴎総関鉄恵豊蔵ァアィイゥウェエォオカガキギクグカゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴカカヽヾ'))
) STORED;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "search_text" text GENERATED ALWAYS AS (
  lower(translate(normalize(regexp_replace("name" || E'\n' || coalesce("serial_number", ''),
    '[\u00ad\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]', '', 'g'), NFKC),
    '‐‑‒–—―⁃−─━ー·•‧∙⋅〜∼ヵケヶςΣİ髙﨑嵜濱濵邊邉齋斉齊嶋嶌澤廣國德瀨眞櫻淵渊龍冨瀧𠮷圡萬舘桒栁榮實學縣區驛發變壓鹽氣溫橫黑淸曾應檜條壽籠鷗總關鐵惠豐藏ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ',
    '-----------・・・・・~~カカカσσi高崎崎浜浜辺辺斎斎斎島島沢広国徳瀬真桜渕渕竜富滝吉土万館桑柳栄実学県区駅発変圧塩気温横黒清曽応桧条寿篭鴎総関鉄恵豊蔵ァアィイゥウェエォオカガキギクグカゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴカカヽヾ'))
) STORED;

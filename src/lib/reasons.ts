/** Why the reader doubts or refuses, in words. */
const texts: Readonly<Record<string, string>> = {
  blur: 'ピントが合っていません',
  glare: '光が反射しています',
  'between digits': '数字が切り替わる途中です',
  'outside scale': '針が目盛の外にあります',
  moved: 'カメラの位置がずれています',
  'low contrast': '明暗の差が足りません',
  'no settings': '読取の設定がありません',
  unsupported: '自動読取に対応していない種別です',
  unknown: '読み取れませんでした',
}

/** A reason that this build does not know yet is still a reason. */
export const reasonText = (reason: string): string => texts[reason] ?? '読取結果が不確かです'

import type { TimeReason } from '../../../contract/time/timeReasons.ts'
import type { DeviceReason } from '../../../contract/values/abnormal.ts'
import type { DeviceValueReason } from '../../../contract/values/deviceValues.ts'
import type { Advice, Reason } from '../../../reader/web/index.ts'

/** Why the reader, or a device, doubts or refuses. */
const reasonTexts: Record<Reason | DeviceReason | DeviceValueReason | TimeReason, string> = {
  blur: 'ピントが合っていません',
  glare: '光が反射しています',
  'between digits': '数字が切り替わる途中です',
  'outside scale': '針が目盛の外にあります',
  moved: '登録時と位置や距離が大きく違うか、別のメーターの可能性があります',
  'low contrast': '暗いか、明暗の差が足りません',
  damaged: '写真のデータの一部が壊れているか、欠けています',
  undecodable: '写真のデータが壊れているか、サーバーで開けない形式です',
  unknown: '読み取れませんでした',
  'loop broken': '4 〜 20mAの電流が3.6mA未満です（断線の疑い）',
  'loop short': '4 〜 20mAの電流が21mAを超えています（短絡の疑い）',
  'device error': '端末が読取エラーを報告しました',
  'device unreadable': '端末の値を数値として読み取れません',
  'device differs': '端末の値と写真の読取が違います',
  'device instead': '写真から読み取れないため、端末の値です',
  'arrival time': '端末が送信した測定日時がないか正しくないため、受信した時刻を測定日時としています',
  'unconfirmed time': '端末の時計を確認できないため、測定日時が正しいか分かりません',
}

/** A fallback for reasons unknown to this build. */
export const reasonText = (reason: string): string =>
  Object.entries(reasonTexts).find(([known]) => known === reason)?.[1] ?? '読取結果が不確かです'

type Because = Advice['because'][number]

/** What contradicts the picture's value, where earlier readings changed it. */
const movedTexts: Record<Because, string> = {
  'runs up': '画像の値では前回より減ってしまうため',
  'too fast': '画像の値では前回からの変化が大きすぎるため',
  'outside range': '画像の値では測定範囲を外れるため',
  'like the last': '前回の値に近いほうを採用したため',
}

/** What contradicts the picture's value, where it was kept. */
const standsTexts: Record<Because, string> = {
  'runs up': '前回の値より小さくなっています',
  'too fast': '前回の値から大きく変わっています',
  'outside range': '測定範囲の外の値です',
  'like the last': '前回の値と合いません',
}

const wordsOf = (texts: Record<Because, string>, because: readonly string[]): string[] =>
  Object.entries(texts).flatMap(([known, text]) => (because.includes(known) ? [text] : []))

/** The reader’s raw value and the influence of earlier readings. */
interface Advised {
  value: number | null
  advice: { seen: number | null; because: readonly string[] } | null
}

/**
 * One text for a value changed by earlier readings or the range, or one per contradiction of a kept value. `written`
 * formats a number with the meter's decimals.
 */
export function adviceTexts({ value, advice }: Advised, written: (value: number) => string): string[] {
  if (advice === null) return []
  const { seen, because } = advice
  if (value === null)
    return seen === null ? [] : [`画像では ${written(seen)} に見えます`, ...wordsOf(standsTexts, because)]
  if (seen === value) return wordsOf(standsTexts, because)
  const byRange = because.length > 0 && because.every((each) => each === 'outside range')
  const picture = seen === null ? '画像だけでは読み切れません' : `画像では ${written(seen)}`
  const why = wordsOf(movedTexts, because)
  return [
    `${byRange ? '測定範囲' : '前回値'}から補正: ${picture}${why.length > 0 ? `（${why.join('、')}）` : ''}`,
  ]
}

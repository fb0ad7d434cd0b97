import type { Capture } from '../../../offline/captures.ts'
import { isTakenBack } from '../../../offline/entries.ts'
import {
  type Amendment,
  isAmendment,
  isCapture,
  isCorrection,
  isEntry,
  type Row,
  type ValueRow,
  type Withdrawal,
} from '../../../offline/rows.ts'
import {
  isDamaged,
  isOnlyHere,
  isRefused,
  type LocalFailure,
  type RowState,
  type SendFailure,
} from '../../../offline/sendable.ts'
import { ApiError } from '../../failures/callErrors.ts'
import { failureText } from '../../failures/failureText.ts'
import type { Tone } from '../../ui/text/StatusPill.tsx'

export interface StateText {
  word: string
  tone: Tone
}

export const stateTexts: Record<RowState, StateText> = {
  draft: { word: '端末に保存', tone: 'waiting' },
  queued: { word: '端末に保存', tone: 'waiting' },
  sending: { word: '送信中', tone: 'waiting' },
  sent: { word: '受領', tone: 'normal' },
  'held-auth': { word: 'ログイン待ち', tone: 'waiting' },
  rejected: { word: '受付不可', tone: 'abnormal' },
  quarantined: { word: '写真の破損', tone: 'abnormal' },
  aside: { word: '保留', tone: 'neutral' },
  discarded: { word: '破棄', tone: 'neutral' },
}

const things: Record<NonNullable<Row['kind']>, string> = {
  capture: '写真',
  entry: '値',
  skip: 'スキップの記録',
  replacement: '交換の記録',
  correction: '値の修正',
  withdrawal: '取り消しの記録',
}

/** Such as 「No.3」の写真. */
export function namedText(row: Row): string {
  return `「${row.meterName}」の${things[row.kind ?? 'capture']}`
}

/** What became of a capture or an entered value that cannot be sent as it is, or is not to be sent; null: it will be sent. */
export function standstillText(row: ValueRow): string | null {
  const thing = isEntry(row) ? '値' : '写真'
  switch (row.state) {
    case 'discarded':
      return `この${thing}は破棄しました`
    case 'aside':
      return `この${thing}は保留にしています`
    case 'rejected':
      return 'サーバーが受け付けませんでした'
    case 'quarantined':
      return '写真が壊れています'
    default:
      return null
  }
}

/** What the person has to do, or what will happen; null when nothing. */
export function nextStepText(row: Row): string | null {
  switch (row.state) {
    case 'draft':
      return '値が未確定です。確定すると送信します。12時間たつと、値なしで送信します。'
    case 'rejected':
      return isCapture(row)
        ? '写真をファイルに保存してから、撮り直すか管理者に知らせてください。'
        : isAmendment(row)
          ? '点検データの画面で確認し、管理者に知らせてください。'
          : 'メーターを確認し、管理者に知らせてください。'
    case 'quarantined':
      return '撮り直してください。'
    case 'aside':
      if (isTakenBack(row)) return '送信しません。撮影の画面で入力し直してください。'
      return isDamaged(row) ? '撮り直してください。' : '送信しません。この端末に残してあります。'
    case 'discarded':
      return '送信しません。1日たつと端末から消えます。'
    default:
      return null
  }
}

/** `target`: what is withdrawn, unless this device has it no longer. */
export function withdrawalText({ of }: Withdrawal, target: Row | undefined): string {
  if (of === 'skip') return 'スキップの取り消し'
  return target !== undefined && isEntry(target) ? '値の取り消し' : '撮影の取り消し'
}

/** What becomes of a value by its amendment, which takes effect once the server has received it. */
export function amendedText(amendment: Amendment): string {
  const isReceived = amendment.state === 'sent'
  if (isCorrection(amendment)) return isReceived ? '修正しました' : '修正の送信待ち'
  return isReceived ? '取り消しました' : '取り消しの送信待ち'
}

/** How far the sending of a row is. Null: no attempt has started. */
export function sendingText({ state, attempts }: Row): string | null {
  if (state === 'sent') return 'すでに送信しました'
  return attempts > 0 ? '送信を始めています' : null
}

/** The button that sends a photograph without a decision. */
export const leaveText = (readable: boolean): string => (readable ? 'サーバーに任せる' : '写真だけを送信')

/** The button that puts back what was set aside or discarded. */
export const takeBackText = ({ state }: Row): string => (state === 'discarded' ? '元に戻す' : '保留をやめる')

/** Of a row from another device's file; null: made here. */
export function originText({ importedFrom }: Row): string | null {
  if (importedFrom === undefined) return null
  const { username } = importedFrom
  return `${username === null ? '別のユーザー' : `${username}さん`}の記録を取り込みました。`
}

/** Minutes by which the device's clock is ahead. */
export const clockText = (ahead: number): string =>
  `この端末の時計が約${Math.abs(ahead)}分${ahead > 0 ? '進んで' : '遅れて'}います。端末の設定で日時を自動にしてください。`

const localTexts: Record<LocalFailure, string> = {
  network: 'サーバーにつながりませんでした。',
  timeout: '時間内に送信できませんでした。',
  foreign_answer: 'サーバーではない応答がありました。Wi-Fi のログイン画面などを確認してください。',
  receipt_mismatch: '受領の内容が送信した内容と一致しませんでした。',
  bytes_damaged: '端末に保存した写真が、撮影したときと一致しません。',
  bytes_unreadable: '端末に保存した写真を読み出せませんでした。',
  interrupted: '送信の途中でアプリが何度か終了しました。',
}

const isLocal = (code: SendFailure['code']): code is LocalFailure => code in localTexts

function sendFailureText({ code, status, messages }: SendFailure, row: Row): string {
  if (isLocal(code)) return localTexts[code]
  if (code === 'reference_unknown' && isCorrection(row))
    return '修正する測定値がサーバーにありません。削除された可能性があります。'
  // Nothing else of a row refers to what the server may not have.
  if (code === 'reference_unknown') return 'このメーターは登録されていません。'
  if (code === 'storage_full')
    return 'サーバーの空き容量が不足しています。写真は端末に残っています。空きができると自動で送信します。'
  const { title, detail } = failureText(
    new ApiError({ code, status: status ?? 0, messages, requestId: null }),
  )
  return `${title}。${detail}`
}

/**
 * The last error as far as it explains the state. A failed attempt explains neither that a person has set the row aside
 * nor the attempt that is under way.
 */
export function stateErrorText(row: Row): string | null {
  const { state, lastError } = row
  if (lastError === null || !isOnlyHere(state) || state === 'sending') return null
  return state === 'aside' && !isRefused(row) ? null : sendFailureText(lastError, row)
}

/** Typed values are not read by the server. */
export const lastStepText = ({ valueSource }: ValueRow): string =>
  valueSource === 'corrected' ? '登録済' : '読取済'

export const stepsOf = (capture: Capture): readonly string[] => [
  '端末に保存',
  '送信中',
  '受領',
  lastStepText(capture),
]

/** Of rows without a photograph. */
export const recordSteps = ['端末に保存', '送信中', '受領'] as const

export function stepsDone({ state }: Row, isRead: boolean): number {
  if (state === 'sent') return isRead ? 4 : 3
  return state === 'sending' ? 2 : 1
}

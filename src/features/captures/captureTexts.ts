import type { Capture, CaptureFailure, CaptureState, LocalFailure } from '../../../offline/captures.ts'
import { ApiError } from '../../callErrors.ts'
import { failureText } from '../../ui/text/failureText.ts'
import type { Tone } from '../../ui/text/StatusPill.tsx'

interface StateText {
  word: string
  tone: Tone
}

export const stateTexts: Record<CaptureState, StateText> = {
  draft: { word: '端末に保存', tone: 'waiting' },
  queued: { word: '端末に保存', tone: 'waiting' },
  sending: { word: '送信中', tone: 'waiting' },
  sent: { word: '受領', tone: 'normal' },
  'held-auth': { word: 'ログイン待ち', tone: 'waiting' },
  rejected: { word: '受付不可', tone: 'abnormal' },
  quarantined: { word: '写真の破損', tone: 'abnormal' },
}

/** What the person has to do, or what will happen; null when nothing. */
export function nextStepText(state: CaptureState, online: boolean): string | null {
  switch (state) {
    case 'draft':
      return `値が未確定です。${online ? 'まもなく' : '電波が戻ると'}送信し、サーバーで読み取ります。`
    case 'rejected':
      return '写真を端末に保存してから、撮り直すか管理者に知らせてください。'
    case 'quarantined':
      return '端末に残った写真が読み出せません。撮り直してください。'
    default:
      return null
  }
}

const localTexts: Record<LocalFailure, string> = {
  network: 'サーバーにつながりませんでした。',
  timeout: '時間内に送信できませんでした。',
  foreign_answer: 'サーバーではない応答がありました。Wi-Fi のログイン画面などを確認してください。',
  receipt_mismatch: '受領の内容が写真と一致しませんでした。',
  bytes_damaged: '端末に保存した写真が、撮影したときと一致しません。',
  bytes_unreadable: '端末に保存した写真を読み出せませんでした。',
}

const isLocal = (code: CaptureFailure['code']): code is LocalFailure => code in localTexts

export function captureFailureText({ code, status, messages }: CaptureFailure): string {
  if (isLocal(code)) return localTexts[code]
  const { title, detail } = failureText(
    new ApiError({ code, status: status ?? 0, messages, requestId: null }),
  )
  return `${title}。${detail}`
}

/** Typed values are not read by the server. */
export const lastStepText = ({ valueSource }: Capture): string =>
  valueSource === 'corrected' ? '登録済' : '読取済'

export const stepsOf = (capture: Capture): readonly string[] => [
  '端末に保存',
  '送信中',
  '受領',
  lastStepText(capture),
]

export function stepsDone(capture: Capture, isRead: boolean): number {
  if (capture.state === 'sent') return isRead ? 4 : 3
  return capture.state === 'sending' ? 2 : 1
}

import type { Refusal } from '../../pwa/refusals.ts'
import { notify } from '../../ui/notice/notify.tsx'

/** Says what does not work in a window to which the browser refuses its storage, before somebody relies on it. */
export function warnOfRefusals(refused: ReadonlySet<Refusal>): void {
  notify.toDo({
    id: 'refusals',
    title: refused.has('database')
      ? 'このウィンドウでは写真を端末に保存できません'
      : 'このウィンドウでは使えない機能があります',
    text: [
      refused.has('database')
        ? '撮影と、電波のない所での作業はできません。値と写真は、ホームの「データを追加」から送信できます。'
        : '電波のない所での作業はできません。',
      ...(refused.has('storage') ? ['ページを読み込み直すと、ログアウトします。'] : []),
      '通常のウィンドウで開くか、このサイトの Cookie を許可してください。',
    ].join(''),
  })
}

import type { SkipReason } from '../../../contract/rounds.ts'

export const skipReasonTexts: Record<SkipReason, string> = {
  unphotographable: '撮影不可',
  stopped: '停止中',
  no_access: '立入不可',
  other: 'その他',
}

/** The reason, with what was written about it. */
export const skipText = ({ reason, note }: { reason: SkipReason; note: string }): string =>
  note === '' ? skipReasonTexts[reason] : `${skipReasonTexts[reason]}（${note}）`

import type { ReviewItem, ReviewReason } from '../../../contract/review/review.ts'
import { readingStateText } from '../../../contract/values/readingState.ts'
import { monthText } from '../../../text/monthText.ts'
import { doubtNames } from '../../lib/readings/consumptionTexts.ts'
import { openListNames } from '../../shared/closings/openListNames.ts'

/** Why an item waits for a person, the main reason first. */
export function reasonTexts({ reading, reasons, closing }: ReviewItem): string[] {
  const texts: Record<ReviewReason, string> = {
    closing: closing
      ? `${monthText(closing.month)}の締め（${closing.lists.map((list) => openListNames[list]).join('、')}）`
      : '締め',
    alert: '発生中のアラート',
    refused: readingStateText('refused'),
    unsure: '読取値に自信がありません',
    contradicted: '抜き取り確認で入力された値と違います',
    blind: '抜き取り確認（読取値を見ずに入力）',
    doubts: `確認済みの疑い（${reading.confirmed_doubts.map((doubt) => doubtNames[doubt]).join('、')}）`,
  }
  return reasons.map((reason) => texts[reason])
}

import { useCorrectedTime } from '../../ui/text/currentMinute.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import text from '../../ui/text/Text.module.css'

/** The time of the data: 今日 14:03 時点. Null: there is none. */
export function AsOf({ fetchedAt }: { fetchedAt: number | null }) {
  const at = useCorrectedTime(fetchedAt ?? 0)
  if (fetchedAt === null) return null
  return (
    <span className={text.dimmed}>
      <PlainTime time={new Date(at).toISOString()} /> 時点
    </span>
  )
}

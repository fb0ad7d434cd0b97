import { IconFileOff, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { readingChangesQuery } from '../../../lib/queries/readings.ts'
import { StateMessage } from '../../../ui/state/StateMessage.tsx'
import { DetailSkeleton } from '../../../ui/table/Skeletons.tsx'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { formatRelativeTime } from '../../../ui/text/formatTime.ts'

interface Props {
  id: number
  action?: ReactNode
}

/** A missing reading: deleted, by whom and when, or never existing. */
export function ReadingNotFound({ id, action }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const { data: changes, isPending } = useQuery(readingChangesQuery(id))
  if (isPending) return <DetailSkeleton />
  const deletion = changes?.find((change) => change.action === 'delete')
  if (deletion === undefined) {
    return (
      <StateMessage
        icon={IconFileOff}
        title="測定値が見つかりません"
        text="一覧から選び直してください。"
        role="alert"
        action={action}
      />
    )
  }
  const who = deletion.user === '' ? '' : `${deletion.user}が`
  return (
    <StateMessage
      icon={IconTrash}
      title="この測定値は削除されました"
      text={`${formatRelativeTime(Date.parse(deletion.at), now, zone)}に${who}削除しました。`}
      role="alert"
      action={action}
    />
  )
}

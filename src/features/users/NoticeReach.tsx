import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/queries/account.ts'
import { pushQuery, quietHoursQuery } from '../../lib/queries/push.ts'
import { reachText } from './reachText.ts'

/** One sentence: how and when alerts reach this person. */
export function NoticeReach() {
  const { id, is_alert_mail: mail } = useAccount()
  const { data: push } = useQuery(pushQuery(id))
  const { data: quiet } = useQuery(quietHoursQuery)
  const isKnown = push !== undefined && quiet !== undefined
  return (
    <Text role="status" mih="1.55em" mb="sm">
      {isKnown && reachText({ mail, push: push === 'on', quietHours: quiet.quiet_hours })}
    </Text>
  )
}

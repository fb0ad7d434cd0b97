import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RecipientGroup } from '../../../contract/alert-rules/recipientGroups.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { recipientGroupsQuery } from '../../lib/queries/alert-rules/recipientGroups.ts'
import { alertRemindersQuery, pushQuery, quietHoursQuery } from '../../lib/queries/push.ts'
import { reachText } from './reachText.ts'

/** One sentence: how and when alerts reach this person. */
export function NoticeReach() {
  const { id, is_alert_mail: mail } = useAccount()
  const { data: push } = useQuery(pushQuery(id))
  const { data: quiet } = useQuery(quietHoursQuery)
  const { data: groups } = useQuery(recipientGroupsQuery)
  const { data: reminders } = useQuery(alertRemindersQuery)
  const isKnown = push !== undefined && quiet !== undefined && groups !== undefined && reminders !== undefined
  const isIn = ({ members }: RecipientGroup) => members.some((member) => member.id === id)
  const { minutes = 0, recipient_group: next } = reminders?.escalation ?? {}
  const escalates = groups?.some((group) => group.id === next?.id && isIn(group))
  return (
    <Text role="status" mih="1.55em" mb="sm">
      {isKnown &&
        reachText({
          mail,
          push: push === 'on',
          quietHours: quiet.quiet_hours,
          groups: groups
            // An empty one notifies everybody.
            .filter(({ members, rules }) => members.length > 0 && rules.length > 0)
            .map((group) => ({ name: group.name, isMember: isIn(group) })),
          escalation: next && escalates ? { minutes, group: next.name } : null,
          repeatHours: reminders.repeat_hours,
        })}
    </Text>
  )
}

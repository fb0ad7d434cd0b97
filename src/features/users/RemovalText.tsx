import { List, Stack, Text } from '@mantine/core'
import { keyType } from '../../../contract/access.ts'
import type { MemberDependents } from '../../../contract/users/memberDependents.ts'
import type { User } from '../../../contract/users.ts'
import { keyTypeNames } from '../../shared/keys/keyNames.ts'

interface Props {
  user: Pick<User, 'username' | 'email'>
  /** Null: they could not be loaded. */
  dependents: MemberDependents | null
}

/** What happens when a user is removed from the organization. Common keys act as the user and end, Device keys stay. */
export function RemovalText({ user, dependents }: Props) {
  return (
    <Stack gap="sm">
      <Text>
        {user.username}（{user.email}）をこの組織から外します。ログイン中の端末は利用できなくなります。
      </Text>
      {dependents === null ? (
        <Text>
          このユーザーの
          Common（共通）のAPIキーは無効になります。Device（端末）のキーは引き続き使えます。担当する巡回は担当者なしになり、送信した招待と、依頼したメールアドレスの変更は無効になります。通知先グループからも外れます。
        </Text>
      ) : (
        <Dependents of={dependents} />
      )}
    </Stack>
  )
}

function Dependents({
  of: { keys, inspections, recipient_groups: groups, invitations, email_changes: changes },
}: {
  of: MemberDependents
}) {
  const namesOf = (type: number) => keys.filter((key) => key.type === type).map(({ name }) => name)
  return (
    <>
      <Names
        text={`次の${keyTypeNames[keyType.common]}のAPIキーは、このユーザーとして動作しているため無効になります。`}
        names={namesOf(keyType.common)}
      />
      <Names
        text={`次の${keyTypeNames[keyType.device]}のAPIキーは残り、端末は引き続き送信できます。`}
        names={namesOf(keyType.device)}
      />
      <Names
        text="次の点検グループの巡回は、担当者がいなくなります。"
        names={inspections.map(({ name }) => name)}
      />
      <Names
        text="次の通知先グループからも外れます。"
        names={groups.map(({ name, emptied_rules: rules, empties_escalation: escalates }) => {
          const emptied = [
            ...(rules.length > 0 ? [`アラートルール${rules.map((rule) => `「${rule}」`).join('')}`] : []),
            ...(escalates ? ['確認されないアラート'] : []),
          ]
          if (emptied.length === 0) return name
          return `${name}（メンバーがいなくなるため、${emptied.join('と')}は全員に知らせます）`
        })}
      />
      <Names
        text="このユーザーが送信した次の招待は、期限切れになります。必要なら再送してください。"
        names={invitations.map(({ email }) => email)}
      />
      <Names
        text="このユーザーが依頼した次のメールアドレスの変更は、取り消されます。"
        names={changes.map(({ username, email }) => `${username}: ${email}`)}
      />
    </>
  )
}

function Names({ text, names }: { text: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div>
      <Text>{text}</Text>
      <List>
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and the list does not change
          <List.Item key={at} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </List.Item>
        ))}
      </List>
    </div>
  )
}

import { List, Stack, Text } from '@mantine/core'
import { type Key, keyType } from '../../../contract/keys.ts'
import type { User } from '../../../contract/users.ts'
import { keyTypeNames } from '../../shared/keys/keyNames.ts'

interface Props {
  user: Pick<User, 'id' | 'username' | 'email'>
  /** The keys of the organization; null if they are not known here. */
  keys: readonly Pick<Key, 'id' | 'name' | 'type' | 'user_id'>[] | null
}

/** What happens when a user is removed from the organization: Common keys act as the user and end, Device keys stay. */
export function RemovalText({ user, keys }: Props) {
  const own = keys?.filter(({ user_id: userId }) => userId === user.id) ?? []
  return (
    <Stack gap="sm">
      <Text>
        {user.username}（{user.email}）をこの組織から外します。ログイン中の端末は利用できなくなります。
      </Text>
      {keys === null && (
        <Text>
          このユーザーの Common（共通）のAPIキーは無効になります。Device（端末）のキーは引き続き使えます。
        </Text>
      )}
      <KeyNames
        text={`次の${keyTypeNames[keyType.common]}のAPIキーは、このユーザーとして動作しているため無効になります。`}
        keys={own.filter(({ type }) => type === keyType.common)}
      />
      <KeyNames
        text={`次の${keyTypeNames[keyType.device]}のAPIキーは残り、端末は引き続き送信できます。`}
        keys={own.filter(({ type }) => type === keyType.device)}
      />
    </Stack>
  )
}

function KeyNames({ text, keys }: { text: string; keys: readonly Pick<Key, 'id' | 'name'>[] }) {
  if (keys.length === 0) return null
  return (
    <div>
      <Text>{text}</Text>
      <List>
        {keys.map(({ id, name }) => (
          <List.Item key={id}>{name}</List.Item>
        ))}
      </List>
    </div>
  )
}

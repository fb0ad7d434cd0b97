import { Text } from '@mantine/core'
import { useAccount } from '../../lib/queries/account.ts'

/** Whether AI boost may send pictures to a model outside. */
export function ModelNote() {
  const { ai_boost_model: configured } = useAccount()
  return (
    <Text size="sm" my="xs">
      {configured ? 'AIモデル: 設定済み' : 'AIモデル: 未設定（AIブーストの画像は外部に送られません）'}
    </Text>
  )
}

import { NativeSelect, Text } from '@mantine/core'
import type { DeviceCredentials } from '../../../contract/device-connections.ts'

interface Props {
  keys: DeviceCredentials['shared_keys']
  /** Null: no key. */
  value: number | null
  onChange: (keyId: number | null) => void
}

/** Chooses a key for all devices, for a device without a valid key of its own. */
export const SetupKeySelect = ({ keys, value, onChange }: Props) => (
  <>
    <Text size="sm">
      この端末の有効なキーはありません。端末詳細の「接続」で作成・更新できます。作成しない場合は、すべての端末用のキーから選択できます。
    </Text>
    <NativeSelect
      label="すべての端末用のキー"
      size="md"
      data={[
        { value: '', label: '含めない' },
        ...keys.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
      }
    />
  </>
)

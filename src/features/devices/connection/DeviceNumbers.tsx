import { Box, Flex, Select } from '@mantine/core'
import type { DeviceNumber } from '../../../../contract/device-connections.ts'
import type { Device } from '../../../../contract/devices.ts'
import { useAssignDeviceNumber } from '../../../lib/queries/deviceConnection.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'

interface Props {
  device: Device
  numbers: readonly DeviceNumber[]
  isAdmin: boolean
}

/** The numbers that a webhook has sent, with their meters; unknown ones are offered for assignment. */
export function DeviceNumbers({ device, numbers, isAdmin }: Props) {
  const assign = useAssignDeviceNumber(device.id)
  const save = (name: string, meterId: number | null) =>
    assign.mutate(
      { name, meter_id: meterId },
      {
        onSuccess: () => notify.success(`「${name}」のメーターを変更しました。次の送信から使われます`),
        onError: (error) => notify.failure(error, { title: 'メーターを割り当てられませんでした' }),
      },
    )
  return (
    <div>
      <Box component="h3" mb={4} fz={15}>
        Webhookの番号とメーター
      </Box>
      {numbers.length === 0 ? (
        <Box component="p" c="dimmed">
          番号はまだ届いていません。届くと、ここでメーターを割り当てられます。
        </Box>
      ) : (
        <Flex component="ul" direction="column" gap="sm" mt="xs">
          {numbers.map((number) => (
            <li key={number.name}>
              <NumberRow
                number={number}
                meters={device.meters}
                onAssign={isAdmin ? (meterId) => save(number.name, meterId) : null}
              />
            </li>
          ))}
        </Flex>
      )}
    </div>
  )
}

interface RowProps {
  number: DeviceNumber
  meters: Device['meters']
  /** Null: the user may not assign. */
  onAssign: ((meterId: number | null) => void) | null
}

function NumberRow({
  number: { name, value, seen_at: seenAt, meter_id: assignedId, used_meter_id: usedId },
  meters,
  onAssign,
}: RowProps) {
  const meter = meters.find(({ id }) => id === usedId)
  return (
    <>
      <div>
        <strong>{name}</strong>: {value || '値なし'}（<TimeText time={seenAt} />）
      </div>
      {meter === undefined && (
        <Box component="p" fw={600} c="var(--abnormal-text)">
          対応するメーターがありません
        </Box>
      )}
      {onAssign === null ? (
        meter !== undefined && (
          <Box component="p" c="dimmed">
            {meter.name}
          </Box>
        )
      ) : (
        <Select<string>
          aria-label={`「${name}」のメーター`}
          placeholder={meter === undefined ? 'メーターを選択' : `${meter.name}（自動で対応）`}
          clearable
          clearButtonProps={{ 'aria-label': `「${name}」の割り当てを解除` }}
          data={meters.map(({ id, name: label }) => ({ value: String(id), label }))}
          value={assignedId === null ? null : String(assignedId)}
          nothingFoundMessage="先に、メーターの「測定端末」でこの端末を選択してください"
          onChange={(chosen) => onAssign(chosen === null ? null : Number(chosen))}
        />
      )}
    </>
  )
}

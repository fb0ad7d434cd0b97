import { Flex, Stack } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { Meter } from '../../../contract/meters.ts'
import { ContactText } from '../../ui/text/ContactText.tsx'
import { RangeText } from './RangeText.tsx'

interface Props {
  meter: Pick<Meter, 'emergency_start_value' | 'emergency_end_value' | 'decimal_point'>
  unit: string
  /** Of the meter's inspection group; empty if nobody is named. */
  contact: string
  /** The server has the value, so that it sends its own alert. */
  arrived: boolean
}

/** After an abnormal value was confirmed: the range, what to do, and whom to call. */
export function AbnormalNotice({ meter, unit, contact, arrived }: Props) {
  const { emergency_start_value: start, emergency_end_value: end, decimal_point: decimals } = meter
  return (
    <Stack
      gap={4}
      p={12}
      c="var(--abnormal-text)"
      bg="var(--abnormal-soft)"
      bd="2px solid var(--abnormal-edge)"
      bdrs="md"
      className="break-anywhere"
      role="alert"
    >
      <Flex component="p" gap={8} align="center" fw={700}>
        <IconAlertTriangleFilled size={20} aria-hidden />
        異常な値です
      </Flex>
      {start !== null && end !== null && (
        <p>
          異常範囲 <RangeText start={start} end={end} decimals={decimals} unit={unit} />
        </p>
      )}
      <p>
        {arrived
          ? '周囲の安全を確かめてください。急ぐときは、電話でも知らせてください。'
          : 'アラートはまだ届いていません。周囲の安全を確かめ、電話で知らせてください。'}
      </p>
      <p>
        連絡先{' '}
        {contact === '' ? (
          '登録されていません。管理者に知らせてください。'
        ) : (
          <strong>
            <ContactText text={contact} />
          </strong>
        )}
      </p>
    </Stack>
  )
}

import { Box, Button } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import type { Device } from '../../../../contract/devices.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { useDeviceRemoval } from '../useDeviceRemoval.ts'
import { Banner } from './Banner.tsx'

/** A deleted device is shown, and can be restored. */
export function DeletedNote({ device }: { device: Device }) {
  const { restore, restoring } = useDeviceRemoval()
  if (device.deleted_at === null) return null
  return (
    <Banner
      tone="neutral"
      icon={IconTrash}
      label="削除済み"
      action={
        <Button
          variant="default"
          leftSection={<IconRestore size={18} aria-hidden />}
          loading={restoring}
          onClick={() => restore(device)}
        >
          復元
        </Button>
      }
    >
      <Box component="p" fw={700}>
        削除済みの端末です（
        <TimeText time={device.deleted_at} />）
      </Box>
      <p>測定の予定はなく、設定は変更できません。これまでの測定値は残っています。</p>
    </Banner>
  )
}

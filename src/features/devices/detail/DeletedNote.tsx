import { Button } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import type { Device } from '../../../../contract/devices.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { useDeviceRemoval } from '../useDeviceRemoval.ts'
import classes from './Banner.module.css'

/** A deleted device is shown, and can be restored. */
export function DeletedNote({ device }: { device: Device }) {
  const { restore, restoring } = useDeviceRemoval()
  if (device.deleted_at === null) return null
  return (
    <section className={classes.banner} data-tone="neutral" aria-label="削除済み">
      <IconTrash size={24} className={classes.icon} aria-hidden />
      <div>
        <p className={classes.title}>
          削除済みの端末です（
          <TimeText time={device.deleted_at} />）
        </p>
        <p>測定の予定はなく、設定は変更できません。これまでの測定値は残っています。</p>
      </div>
      <Button
        variant="default"
        leftSection={<IconRestore size={18} aria-hidden />}
        loading={restoring}
        onClick={() => restore(device)}
      >
        復元
      </Button>
    </section>
  )
}

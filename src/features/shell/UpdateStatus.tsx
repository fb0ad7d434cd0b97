import { Button } from '@mantine/core'
import { IconRefreshAlert } from '@tabler/icons-react'
import { useState } from 'react'
import { applyUpdate, useUpdateWaiting } from '../../pwa/updates.ts'
import { notify } from '../../ui/notice/notify.tsx'
import classes from './UpdateStatus.module.css'

/** 更新があります: updates on request, and never while busy. A browser may take minutes to let the new version begin. */
export function UpdateStatus() {
  const waiting = useUpdateWaiting()
  const [isUpdating, setUpdating] = useState(false)
  if (!waiting) return null
  const press = async () => {
    setUpdating(true)
    if ((await applyUpdate()) === 'updating') return
    setUpdating(false)
    notify.info('撮影、入力、送信が終わってから更新してください。')
  }
  return (
    <Button
      className={classes.update}
      size="compact-md"
      variant="light"
      leftSection={<IconRefreshAlert size={18} aria-hidden />}
      loading={isUpdating}
      onClick={() => void press()}
    >
      更新があります
    </Button>
  )
}

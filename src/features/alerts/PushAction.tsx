import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { PushSetting } from './PushSetting.tsx'

/** On phones behind an icon. */
export function PushAction() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <PageAction icon={IconBell} label="通知の設定" onClick={() => setOpened(true)} />
      <Dialog title="通知の設定" opened={opened} onClose={() => setOpened(false)}>
        <PushSetting />
      </Dialog>
    </>
  )
}

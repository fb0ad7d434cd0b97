import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { OutboxNotices } from '../features/captures/OutboxNotices.tsx'
import { OutboxStatus } from '../features/captures/OutboxStatus.tsx'
import { startOutboxSender } from '../features/captures/outboxSender.ts'
import { ScanButton } from '../features/scan/ScanButton.tsx'
import { UserMenu } from '../features/sessions/UserMenu.tsx'
import { CapturePicker } from '../features/shell/CapturePicker.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { OpenWalks } from '../features/walk/OpenWalks.tsx'
import { useAccount } from '../lib/queries/account.ts'
import { TimeZone } from '../ui/text/currentMinute.ts'
import { LiveUpdates } from './-LiveUpdates.tsx'
import { useUnsavedInputGuard } from './-unsavedInput.ts'

interface Props {
  /** Without shell. */
  bare: boolean
}

/** The shell around signed-in screens; connects features. */
export function SignedIn({ bare }: Props) {
  const { organization } = useAccount()
  const [choosing, setChoosing] = useState(false)
  const close = () => setChoosing(false)
  useEffect(startOutboxSender, [])
  useUnsavedInputGuard()
  return (
    <TimeZone value={organization.time_zone}>
      {bare ? (
        <Outlet />
      ) : (
        <>
          <Shell unsent={<OutboxStatus />} userMenu={<UserMenu />} onCapture={() => setChoosing(true)}>
            <Outlet />
          </Shell>
          <CapturePicker
            opened={choosing}
            onClose={close}
            rounds={<OpenWalks onChosen={close} />}
            scan={<ScanButton onFound={close} />}
          />
        </>
      )}
      <OutboxNotices />
      <LiveUpdates quiet={bare} />
    </TimeZone>
  )
}

import { IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { deviceStatus } from '../../../contract/devices.ts'
import { useDeviceTroubles } from '../../lib/live/useOpenAlerts.ts'
import { deviceStatusNames } from '../../shared/devices/DeviceStatus.tsx'
import { TroubleGroup } from '../../ui/layout/TroubleGroup.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { adviceOf } from './deviceTexts.ts'

/** The devices that are silent or report an error. */
export const DeviceTroublesNote = () => (
  <TroubleGroup
    label="異常のある端末"
    icon={IconPlugConnectedX}
    troubles={useDeviceTroubles().map((device) => ({
      id: device.id,
      name: device.name,
      facts: (
        <>
          <span>
            {device.outage === null || device.status === deviceStatus.communicationError
              ? deviceStatusNames[device.status]
              : '測定値が届いていません'}
          </span>
          {device.outage && (
            <span>
              <PlainTime time={device.outage.since} />
              から
            </span>
          )}
          <span>{adviceOf(device)?.cause}</span>
        </>
      ),
    }))}
    link={(id, className, content) => (
      <Link to="/devices/$id" params={{ id: String(id) }} className={className}>
        {content}
      </Link>
    )}
  />
)

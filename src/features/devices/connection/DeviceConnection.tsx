import { Box, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { allows } from '../../../../contract/access.ts'
import type { DeviceRejection } from '../../../../contract/device-connections.ts'
import { type Device, isCamera } from '../../../../contract/devices.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { deviceConnectionQuery, deviceCredentialsQuery } from '../../../lib/queries/deviceConnection.ts'
import { useDeviceOrganization } from '../../../lib/queries/deviceOrganization.ts'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { Fact } from '../../../ui/text/Fact.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { CopyText } from './CopyText.tsx'
import { arrivalNames, callName, isLoopback, issuePlace } from './connectionTexts.ts'
import { DeviceCommands } from './DeviceCommands.tsx'
import classes from './DeviceConnection.module.css'
import { DeviceKey } from './DeviceKey.tsx'
import { DeviceNumbers } from './DeviceNumbers.tsx'

/** 接続: how a device reaches the server, what arrived last and what was refused. */
export function DeviceConnection({ device }: { device: Device }) {
  const { role } = useAccount()
  const { id: organizationId } = useDeviceOrganization()
  const isAdmin = allows('admin', role) && device.deleted_at === null
  const connection = useQuery(deviceConnectionQuery(device.id))
  const credentials = useQuery({ ...deviceCredentialsQuery(device.id, organizationId), enabled: isAdmin })
  const { data, error } = connection
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} retry={() => void connection.refetch()} />
    ) : (
      <RowSkeletons count={4} />
    )
  }
  const serverUrl = data.server_url ?? location.origin
  const { last_arrival: arrival, rejections, numbers } = data
  const [rejection] = rejections
  const setup = { device, serverUrl, apiKey: credentials.data?.key ?? null }
  return (
    <Stack>
      <div>
        <Fact label="サーバーアドレス">
          <CopyText label="サーバーアドレス" shown={serverUrl} />
          {isLoopback(serverUrl) && (
            <Box component="p" fw={600} c="var(--abnormal-text)">
              このアドレスには、サーバーと同じ機器からしか接続できません。端末には、ネットワーク上のアドレスを設定してください。
            </Box>
          )}
        </Fact>
        <Fact label="最後に届いたもの">
          {arrival === null ? (
            'まだ届いていません'
          ) : (
            <>
              {arrivalNames[arrival.kind]}（<TimeText time={arrival.at} />）
              {arrival.note !== null && (
                <Box component="p" c="dimmed">
                  {arrival.note}
                </Box>
              )}
            </>
          )}
        </Fact>
        <Fact label="最後の拒否">
          {rejection === undefined ? 'ありません' : <Rejection of={rejection} />}
        </Fact>
      </div>
      {isAdmin && credentials.error && (
        <ErrorState error={credentials.error} retry={() => void credentials.refetch()} />
      )}
      {isAdmin && credentials.data && <DeviceKey device={device} credentials={credentials.data} />}
      {(numbers.length > 0 || isCamera(device.type)) && (
        <DeviceNumbers device={device} numbers={numbers} isAdmin={isAdmin} />
      )}
      {device.deleted_at === null && <DeviceCommands {...setup} />}
    </Stack>
  )
}

const Rejection = ({ of: { at, code, message, issues, ...call } }: { of: DeviceRejection }) => (
  <>
    {callName(call)}（<TimeText time={at} />）{/* The issues of a call with invalid fields say more. */}
    {(code !== 'validation_failed' || issues.length === 0) && (
      <Box component="p" c="dimmed">
        {message}（{code}）
      </Box>
    )}
    {issues.length > 0 && (
      <ul className={classes.issues}>
        {issues.map(({ path, message: expected }) => {
          const place = issuePlace(path)
          return (
            <li key={`${path} ${expected}`}>
              {place !== null && (
                <>
                  <code className={classes.code}>{place}</code>:{' '}
                </>
              )}
              {expected}
            </li>
          )
        })}
      </ul>
    )}
  </>
)

import { Text } from '@mantine/core'

interface Props {
  title: string
  /** Empty until a name is typed for a new meter. */
  meterName: string
}

/** Title of a setting's dialog with the meter's name below, on one line each, because the picture needs the height. */
export const SettingTitle = ({ title, meterName }: Props) => (
  <>
    {title}
    {meterName !== '' && (
      <Text
        component="span"
        lineClamp={1}
        fz="sm"
        fw={400}
        lh={1.3}
        c="dimmed"
        className="break-anywhere"
        title={meterName}
      >
        {meterName}
      </Text>
    )}
  </>
)

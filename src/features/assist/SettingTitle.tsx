import classes from './SettingTitle.module.css'

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
      <span className={classes.meter} title={meterName}>
        {meterName}
      </span>
    )}
  </>
)

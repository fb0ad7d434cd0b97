import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import classes from './PasswordField.module.css'

interface Props extends Omit<PasswordInputProps, 'visible' | 'onVisibilityChange' | 'label'> {
  label: string
}

/** With a labelled show button and a caps lock hint. */
export function PasswordField({ label, ...input }: Props) {
  const [visible, setVisible] = useState(false)
  const [capitals, setCapitals] = useState(false)
  const checkCapsLock = (event: KeyboardEvent) => setCapitals(event.getModifierState('CapsLock'))
  return (
    <div>
      <PasswordInput
        label={label}
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': `${label}を${visible ? '隠す' : '表示'}`, tabIndex: 0 }}
        {...input}
        onKeyDown={checkCapsLock}
        onKeyUp={checkCapsLock}
      />
      <p role="status" className={classes.hint}>
        {capitals && 'Caps Lock がオンになっています'}
      </p>
    </div>
  )
}

import { Drawer, type DrawerProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTexts } from '../app/language.ts'

/** At the side of the screen; on a phone, at its bottom. */
export const Sheet = ({
  phoneSize,
  size,
  ...props
}: DrawerProps & { phoneSize: DrawerProps['size'] }) => {
  const { close } = useTexts()
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <Drawer
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? phoneSize : size}
      closeButtonProps={{ 'aria-label': close }}
      {...props}
    />
  )
}

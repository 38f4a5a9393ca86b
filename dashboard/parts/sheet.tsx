import { Drawer, type DrawerProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTexts } from '../app/language.ts'

/** Opens at the side; on a phone, at the bottom. */
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

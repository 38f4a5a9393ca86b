import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { useTexts } from '../language.ts'
import { Icon } from '../theme/icons.tsx'
import { usePerson } from './person.ts'

export const SettingsMenu = () => {
  const texts = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { data: person } = usePerson()
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={texts.settings}>
          <Icon name="settings" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {person ? (
          <Menu.Label style={{ overflowWrap: 'anywhere' }}>
            {texts.signedInAs} <bdi>{person.name}</bdi>
          </Menu.Label>
        ) : null}
        <Menu.Label>{texts.appearance.label}</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            checked={colorScheme === scheme}
            checkIcon={<Icon name="check" />}
            closeMenuOnClick
            onChange={() => setColorScheme(scheme)}
          >
            {texts.appearance[scheme]}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/sign-out">
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

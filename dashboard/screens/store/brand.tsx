import { Button, Checkbox, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brandColors, readColor } from '../../../src/domain/brand/brand-color.ts'
import { type Schemas, use } from '../../app/api.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { brandQuery } from './panel-queries.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { StoreSection } from './store-section.tsx'
import { useStoreTexts } from './store-texts.ts'

const FIELDS = ['color', 'logo_file'] as const

/** Form for the colour and the logo of customers' pages. */
export const BrandSection = ({ store }: { store: Schemas['WholeStore'] }) => {
  const words = useStoreTexts().brand
  const brand = useQuery(brandQuery(store.id))
  return (
    <StoreSection id="brand" title={words.title}>
      <Text size="sm">{words.about}</Text>
      <Loaded query={brand}>
        {(known) => (
          <BrandForm key={`${known.color} ${known.logo_url}`} store={store} known={known} />
        )}
      </Loaded>
    </StoreSection>
  )
}

const USUAL_COLOR = '#0b6e4f'

const BrandForm = ({
  store,
  known,
}: {
  store: Schemas['WholeStore']
  known: Schemas['StoreBrand']
}) => {
  const words = useStoreTexts().brand
  const [color, setColor] = useState(known.color ?? USUAL_COLOR)
  const [isOwn, setOwn] = useState(known.color === null)
  /** Base64 of the new logo; `null`: removed. */
  const [logo, setLogo] = useState<string | null>()
  const [isUnreadable, setUnreadable] = useState(false)
  const act = useFormAction(use.useMutation('patch', '/operator/v1/stores/{id}/brand'), {
    done: words.saved,
  })
  const valid = readColor(color)
  const choose = async (file: File | null) => {
    if (!file) return
    const picture = await shrinkPicture(file)
    setUnreadable(picture === undefined)
    if (picture !== undefined) setLogo(picture)
  }
  const shownLogo = logo ? `data:image;base64,${logo}` : logo === null ? null : known.logo_url
  return (
    <Form
      submit={() =>
        act.run({
          params: { path: { id: store.id } },
          body: {
            color: isOwn ? null : (valid ?? null),
            ...(logo === undefined ? {} : { logo_file: logo }),
          },
        })
      }
      send={words.save}
      isPending={act.isPending}
      canSend={isOwn || valid !== undefined}
    >
      <Checkbox
        label={words.ownColor}
        checked={isOwn}
        onChange={(event) => setOwn(event.currentTarget.checked)}
      />
      {isOwn ? null : (
        <TextInput
          type="color"
          label={words.color}
          description={words.colorHint}
          maw={280}
          value={color}
          error={act.errors.color}
          onChange={(event) => setColor(event.currentTarget.value)}
        />
      )}
      <Stack gap="xs">
        <Text fw={600}>{words.logo}</Text>
        <Text size="sm" c="dimmed">
          {words.logoHint}
        </Text>
        <Group gap="sm">
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={choose}>
            {(props) => (
              <Button variant="default" {...props}>
                {words.choose}
              </Button>
            )}
          </FileButton>
          {shownLogo ? (
            <Button variant="default" onClick={() => setLogo(null)}>
              {words.removeLogo}
            </Button>
          ) : null}
        </Group>
        {isUnreadable ? (
          <Text c="red" role="alert">
            {words.notAPicture}
          </Text>
        ) : null}
        {act.errors.logo_file ? (
          <Text c="red" role="alert">
            {act.errors.logo_file}
          </Text>
        ) : null}
      </Stack>
      <Preview name={store.name} color={isOwn ? undefined : valid} logo={shownLogo} />
      <FormFailure act={act} fields={FIELDS} />
    </Form>
  )
}

const Preview = ({
  name,
  color,
  logo,
}: {
  name: string
  color: string | undefined
  logo: string | null
}) => {
  const words = useStoreTexts().brand
  const colors = color ? brandColors(color) : undefined
  const style = colors ? { background: colors.brand, color: colors.onBrand } : undefined
  return (
    <figure className="brand-preview card" aria-label={words.preview}>
      <div className="brand-band" style={style}>
        {logo ? <img src={logo} alt="" /> : null}
        <bdi>{name}</bdi>
      </div>
      <span className="brand-button" style={style} aria-hidden="true">
        {words.previewPay}
      </span>
    </figure>
  )
}

import { Switch } from '@mantine/core'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'

export const SecondFactorRequirement = ({
  organization: { id, requires_second_factor: isRequired },
}: {
  organization: Schemas['Organization']
}) => {
  const { texts: all, format } = useLanguage()
  const texts = all.people.secondFactor
  const act = useAction(
    use.useMutation('patch', '/operator/v1/organizations/{id}'),
    ({ requires_second_factor: isOn }) =>
      format(texts.requirementSaved, { isRequired: isOn ? 'yes' : 'no' }),
  )
  return (
    <Switch
      label={texts.requirement}
      description={texts.requirementHint}
      checked={isRequired}
      disabled={act.isPending}
      onChange={() =>
        act.run({ params: { path: { id } }, body: { requires_second_factor: !isRequired } })
      }
    />
  )
}

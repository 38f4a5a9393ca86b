import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

const ButtonOfLink = (props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
)

export const LinkButton = createLink(ButtonOfLink)

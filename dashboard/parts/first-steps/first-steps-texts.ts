import { textsBeside } from '../../app/language.tsx'

const en = {
  firstSteps: {
    title: 'There are no orders yet',
    make: 'Create a first order, pay it, and see it arrive here.',
    makeOrder: 'Create a first order',
    wait: 'Orders appear here as soon as a shop asks for a payment.',
  },
  demoData: {
    fill: 'Fill with demo data',
    about: (orders: number) =>
      `${orders} orders of a demo shop, created in the sandbox: no money moves.`,
    made: (orders: number, planned: number) => `${orders} of ${planned} orders created`,
    failed: 'This did not work:',
  },
}

const es: typeof en = {
  firstSteps: {
    title: 'Todavía no hay pedidos',
    make: 'Empiece con un primer pedido: créelo, páguelo y véalo llegar aquí.',
    makeOrder: 'Crear un primer pedido',
    wait: 'En cuanto un comercio pida un pago, aparece aquí.',
  },
  demoData: {
    fill: 'Llenar con datos de prueba',
    about: (orders) =>
      `${orders} pedidos de una tienda de demostración, hechos por el sandbox: no se mueve dinero.`,
    made: (orders, planned) => `${orders} de ${planned} pedidos creados`,
    failed: 'No funcionó:',
  },
}

export const useFirstStepsTexts = textsBeside({ en, es })

import { textsBeside } from '../app/language.tsx'

const en = {
  firstSteps: {
    title: 'There are no orders yet',
    make: 'Begin with a first order: make it, pay it, and see it arrive here.',
    makeOrder: 'Make a first order',
    wait: 'As soon as a shop asks for a payment, it stands here.',
  },
  demoData: {
    fill: 'Fill with demo data',
    about: (orders: number) =>
      `${orders} orders of a demo shop, made by the sandbox: no money moves.`,
    made: (orders: number, planned: number) => `${orders} of ${planned} orders are made`,
    failed: 'That did not work:',
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

export const useTexts = textsBeside({ en, es })

/* The views that are needed all day beside the pets, and the sheet that is most of the orders, in one file for the browser. */
export { OrdersView } from "../orders/orders-view.tsx";
export { ReservingSheet } from "../orders/reserve-sheet.tsx";
export { ReportsView } from "../reports/reports-view.tsx";
export { TodayView } from "../today/today-view.tsx";

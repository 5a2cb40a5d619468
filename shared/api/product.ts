/** The default of `PRODUCT_NAME`. */
export const defaultProductName = "Maktaba";

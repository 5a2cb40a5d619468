import type { Config } from "tailwindcss";

const token = (name: string) => `rgb(var(--${name}) / <alpha-value>)`;

const naskh = ["var(--naskh, Noto Naskh Arabic Variable)", "Naskh from Naskh", "Naskh from DejaVu"];

/** Names for the tokens of client/styles/app.css: no screen uses a raw colour. */
export default {
  content: ["./client/**/*.{ts,tsx,html}"],
  darkMode: ["selector", ".dark"],
  theme: {
    extend: {
      colors: {
        paper: token("paper"),
        surface: token("surface"),
        ink: token("ink"),
        muted: token("ink-muted"),
        primary: token("primary"),
        "on-primary": token("on-primary"),
        accent: token("accent"),
        line: token("line"),
        edge: token("edge"),
        destructive: token("destructive"),
        "on-destructive": token("on-destructive"),
      },
      fontFamily: {
        sans: ["Inter Variable", ...naskh, "system-ui", "sans-serif"],
        title: [
          "Fraunces Title",
          "Fraunces Fallback",
          "var(--title-arabic, Noto Naskh Arabic Variable, Naskh from Naskh, Naskh from DejaVu)",
          "Georgia",
          "serif",
        ],
        reading: ["Literata Variable", "Amiri", "Georgia", "serif"],
        arabic: ["Amiri", "Noto Naskh Arabic Variable", "serif"],
      },
      fontSize: {
        badge: ["12px", "16px"],
        small: ["14px", "20px"],
        body: ["16px", "24px"],
        lead: ["18px", "28px"],
        h3: ["22px", "30px"],
        h2: ["28px", "36px"],
        h1: ["36px", "44px"],
        display: ["48px", "56px"],
      },
      borderRadius: { cover: "6px", control: "10px", card: "14px" },
      boxShadow: { float: "0 8px 30px rgb(var(--shadow) / 0.12)" },
      maxWidth: { page: "1200px", measure: "65ch" },
      transitionDuration: { DEFAULT: "180ms" },
    },
  },
} satisfies Config;
